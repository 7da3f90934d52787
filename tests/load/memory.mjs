import { readdirSync, readFileSync } from 'node:fs'
import { MB } from './figures.mjs'

/** Resident memory in MB of one process; 0 when it is gone. Linux only. */
export function residentMb(pid) {
  try {
    return (Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024) / MB
  } catch {
    return 0
  }
}

/** A process and all that came from it. */
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

/** The largest value that `read` gave while `work` ran. */
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
