# The installed package: find_package(clmm), then link clmm::enumerator or another folder.
