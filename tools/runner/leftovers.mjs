import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readCommand, signal } from '../../deploy/local/processes.mjs'

/**
 * Kills every process whose environment or command line contains `mark`, which identifies a test run. Returns the commands of these
 * processes.
 */
export function killLeftovers(mark) {
  const pids = findMarkedProcesses(mark).filter(pid => pid !== process.pid)
  const commands = pids.map(pid => readCommand(pid).slice(0, 100))
  for (const pid of pids) signal(pid, 'SIGKILL')
  return commands.filter(Boolean)
}

function findMarkedProcesses(mark) {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-axEww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n')
    return lines.filter(line => line.includes(mark)).map(line => Number.parseInt(line, 10))
  }
  const numbers = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return numbers.filter(pid => read(pid, 'environ').includes(mark) || read(pid, 'cmdline').includes(mark)).map(Number)
}

function read(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return '' // the process has ended or belongs to another user
  }
}
