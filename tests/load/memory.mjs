import { readdirSync, readFileSync } from 'node:fs'
import { MB } from './figures.mjs'

/** Resident memory in MB of one process, or 0 if it has ended. Linux only. */
export function residentMb(pid) {
  try {
    return (Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024) / MB
  } catch {
    return 0
  }
}

/** A process and all its descendants. */
export function family(pid) {
  const parents = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => ({ pid: Number(name), parent: parentOf(name) }))
  const found = [pid]
  for (const one of found) found.push(...parents.filter(({ parent }) => parent === one).map(child => child.pid))
  return found
}

function parentOf(pid) {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

export const residentFamilyMb = pid => family(pid).reduce((sum, one) => sum + residentMb(one), 0)

/** The largest value of `read` while `work` runs. */
export async function peakDuring(read, work, everyMs = 50) {
  let peak = read()
  const look = () => void (peak = Math.max(peak, read()))
  const timer = setInterval(look, everyMs)
  try {
    const result = await work()
    look()
    return { peak, result }
  } finally {
    clearInterval(timer)
  }
}

const TICKS_A_SECOND = 100
/** Processor time of a process and all its descendants, including ended ones. Linux only. */
export function cpuMs(pid) {
  const [own, ...others] = family(pid).map(one => ticksOf(one))
  const sum = others.reduce((all, { self, over }) => all + self + over, own.over)
  const ms = ticks => (ticks * 1000) / TICKS_A_SECOND
  return { own: ms(own.self), children: ms(sum) }
}

/** Processor time of the parts of a running product in ms. Time of ended decoders counts as theirs. Linux only. */
export function processorOfParts({ pid, postgres }) {
  const decoders = childrenOf(pid)
  const ticks = pids => pids.map(ticksOf)
  const sum = (all, key) => (all.reduce((total, one) => total + one[key], 0) * 1000) / TICKS_A_SECOND
  const ofDecoders = ticks(decoders)
  return {
    decoders: sum(ofDecoders, 'self') + sum(ticks([pid]), 'over'),
    server: sum(ticks([pid]), 'self'),
    ExifTool: sum(ofDecoders, 'over') + sum(ticks(decoders.flatMap(childrenOf)), 'self'),
    Postgres: cpuMs(postgres.pid).own + cpuMs(postgres.pid).children,
  }
}

const childrenOf = pid => family(pid).filter(one => parentOf(one) === pid)

function ticksOf(pid) {
  try {
    // The name, in parentheses, may contain any characters.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').map(Number)
    return { self: fields[11] + fields[12], over: fields[13] + fields[14] }
  } catch {
    return { self: 0, over: 0 }
  }
}
