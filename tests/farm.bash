# SPDX-License-Identifier: MIT
# A Slurm cluster on this machine: a controller and four nodes with one processor each, on the loopback, for the user who starts it.
# Needs no systemd, no cgroups and no database.
# shellcheck shell=bash
PATH=$PATH:/usr/sbin:/sbin
farm_ports=()

# farm_fails REASON...: says why there is no cluster.
farm_fails()
{
	echo "no Slurm: $*"
	tail -n 5 "$farm"/*.log "$farm"/munge/log 2>/dev/null
	return 1
}

# free_port: a port on which nobody listens.
free_port()
{
	local port
	while :
	do
		port=$((20000 + RANDOM % 12000))
		case " ${farm_ports[*]} " in *" $port "*) continue ;; esac
		# Nobody answers.
		(: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
	done
	farm_ports+=("$port")
}

# nodes_are STATE COUNT: so many nodes are in the state.
nodes_are()
{
	[ "$(sinfo -h -N -o '%T' 2>/dev/null | grep -c "^$1")" = "$2" ]
}

# farm_begin FOLDER: starts the cluster, whose files are in a new folder.
farm_begin()
{
	local program user host n
	farm=$1
	for program in munged slurmctld slurmd sbatch squeue sinfo scancel
	do
		command -v $program >/dev/null || { farm_fails "$program is not installed"; return 1; }
	done
	user=$(id -un)
	host=$(uname -n)
	mkdir -p "$farm/state" && mkdir -m 700 "$farm/munge" || return 1
	chmod 755 "$farm"
	head -c 1024 /dev/urandom >"$farm/munge/key"
	chmod 400 "$farm/munge/key"
	munged --force --key-file="$farm/munge/key" --socket="$farm/munge/socket" --pid-file="$farm/munge/pid" \
		--log-file="$farm/munge/log" --seed-file="$farm/munge/seed" 2>"$farm/munged.log" || { farm_fails "munged does not start"; return 1; }
	for n in 0 1 2 3 4
	do
		free_port
	done
	cat >"$farm/slurm.conf" <<-END
		ClusterName=kiln
		SlurmctldHost=$host(127.0.0.1)
		SlurmUser=$user
		SlurmdUser=$user
		AuthType=auth/munge
		AuthInfo=socket=$farm/munge/socket
		CredType=cred/munge
		SlurmctldPort=${farm_ports[0]}
		SlurmctldPidFile=$farm/slurmctld.pid
		SlurmctldLogFile=$farm/slurmctld.log
		StateSaveLocation=$farm/state
		SlurmdPidFile=$farm/slurmd.%n.pid
		SlurmdLogFile=$farm/slurmd.%n.log
		SlurmdSpoolDir=$farm/spool.%n
		SlurmdParameters=config_overrides
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		SelectType=select/cons_tres
		SelectTypeParameters=CR_CPU
		SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0,sched_min_interval=0
		JobAcctGatherType=jobacct_gather/none
		AccountingStorageType=accounting_storage/none
		MpiDefault=none
		ReturnToService=2
		SlurmctldTimeout=10
		SlurmdTimeout=5
		MessageTimeout=5
		KillWait=2
		MaxArraySize=2001
		MaxJobCount=10000
	END
	for n in 1 2 3 4
	do
		echo "NodeName=n$n NodeHostname=$host NodeAddr=127.0.0.1 Port=${farm_ports[n]} CPUs=1 RealMemory=64" >>"$farm/slurm.conf"
		mkdir "$farm/spool.n$n"
	done
	echo 'PartitionName=farm Nodes=n[1-4] Default=YES State=UP' >>"$farm/slurm.conf"
	# The default looks for the version of the cgroups at start, and fails where none are mounted. Named, none are touched.
	echo 'CgroupPlugin=cgroup/v1' >"$farm/cgroup.conf"
	export SLURM_CONF=$farm/slurm.conf
	slurmctld -c 2>>"$farm/start.log" || { farm_fails "slurmctld does not start"; return 1; }
	for n in 1 2 3 4
	do
		farm_node $n || { farm_fails "slurmd does not start"; return 1; }
	done
	until_so 30 nodes_are idle 4 || farm_fails "its nodes are not idle: $(sinfo -h -N -o '%N %T' 2>&1 | tr '\n' ' ')"
}

# farm_node N: starts a node.
farm_node()
{
	slurmd -N "n$1" 2>>"$farm/start.log"
}

# farm_lose N: kills a node with all that runs on it, at once.
farm_lose()
{
	local process parent
	kill -KILL "$(cat "$farm/slurmd.n$1.pid")"
	for process in $(grep -lzxF "SLURMD_NODENAME=n$1" /proc/[0-9]*/environ 2>/dev/null)
	do
		grep -qzxF "SLURM_CONF=$farm/slurm.conf" "$process" 2>/dev/null || continue
		process=${process%/environ}
		parent=$(awk '{ print $4 }' "$process/stat" 2>/dev/null)
		[ "$(cat "/proc/$parent/comm" 2>/dev/null)" != slurmstepd ] || kill -KILL "$parent"
		kill -KILL "${process#/proc/}" 2>/dev/null
	done
}

# farm_end: ends the cluster.
farm_end()
{
	local file
	[ -n "$farm" ] || return 0
	scancel -u "$(id -un)" 2>/dev/null
	for file in "$farm"/slurmd.*.pid "$farm/slurmctld.pid" "$farm/munge/pid"
	do
		[ ! -e "$file" ] || kill "$(cat "$file")" 2>/dev/null
	done
	for file in "$farm"/slurmd.*.pid "$farm/slurmctld.pid" "$farm/munge/pid"
	do
		until_so 5 test ! -e "$file"
	done
}
