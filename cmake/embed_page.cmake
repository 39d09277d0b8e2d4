# cmake -DOUTPUT=file.cpp -DFOLDER=report/html -DSCRIPTS=a.js;b.js -P embed_page.cmake
# Writes the definitions of report/src/embedded_page.h.

# Pieces, since compilers limit the length of one literal.
function(embed name files out)
  set(text "")
  foreach(file IN LISTS files)
    file(READ ${FOLDER}/${file} content)
    string(APPEND text "${content}")
  endforeach()
  string(LENGTH "${text}" length)
  set(literal "const std::string_view ${name} =\n")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 8000 piece)
    string(APPEND literal "R\"clmm_page(${piece})clmm_page\"\n")
    math(EXPR at "${at} + 8000")
  endwhile()
  set(${out} "${${out}}${literal};\n\n" PARENT_SCOPE)
endfunction()

set(code "// Generated from report/html by cmake/embed_page.cmake.\n\n#include \"embedded_page.h\"\n\n")
string(APPEND code "namespace clmm::report {\n\n")
embed(kPageHtml page.html code)
embed(kPageStyle page.css code)
embed(kPageScript "${SCRIPTS}" code)
string(APPEND code "}  // namespace clmm::report\n")
file(WRITE ${OUTPUT} "${code}")
