# A Slurm cluster on the loopback interface, for tests: cluster_start FOLDER NODES, cluster_stop.
# One controller and so many nodes, all processes of this machine and of this user (root), without
# systemd, control groups and a running munge. Sourced.

cluster_start() {
    cluster=$1
    local nodes=$2 host port node
    host=$(hostname -s)
    port=$((20000 + RANDOM % 20000))
    mkdir -p "$cluster/state" "$cluster/log"
    cat >"$cluster/slurm.conf" <<EOF
ClusterName=loopback
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/none
CryptoType=crypto/none
CredType=cred/none
SlurmctldPort=$port
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool-%n
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd-%n.pid
SlurmctldLogFile=$cluster/log/slurmctld
SlurmdLogFile=$cluster/log/slurmd-%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1,defer
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
MinJobAge=300
KillWait=1
CompleteWait=0
EOF
    for ((node = 1; node <= nodes; ++node)); do
        mkdir -p "$cluster/spool-n$node"
        echo "NodeName=n$node NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + node)) CPUs=1" >>"$cluster/slurm.conf"
    done
    echo "PartitionName=all Nodes=n[1-$nodes] Default=YES MaxTime=INFINITE State=UP" >>"$cluster/slurm.conf"
    export SLURM_CONF=$cluster/slurm.conf
    cluster_processes=()
    slurmctld -D -f "$SLURM_CONF" >"$cluster/log/controller" 2>&1 &
    cluster_processes+=($!)
    for ((node = 1; node <= nodes; ++node)); do
        slurmd -D -N "n$node" -f "$SLURM_CONF" >"$cluster/log/node-$node" 2>&1 &
        cluster_processes+=($!)
    done
    for ((node = 0; node < 300; ++node)); do
        [[ $(sinfo -h -t idle -o %D 2>/dev/null) != "$nodes" ]] || return 0
        sleep 0.1
    done
    return 1
}

cluster_stop() {
    kill "${cluster_processes[@]}" 2>/dev/null
    wait "${cluster_processes[@]}" 2>/dev/null
}
