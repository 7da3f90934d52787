import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { metrics } from '../metrics.ts'

const NANOSECONDS = 1e9
const MICROSECONDS = 1e6
/** How exactly the event loop is looked at; every look is a timer. */
const RESOLUTION_MS = 20

/** The process itself, by the names of the semantic conventions. Loaded where metrics are on. */
export function observeProcess(): void {
  metrics.total('process.cpu.time', { description: 'CPU time of the process', unit: 's' }, () => {
    const { user, system } = process.cpuUsage()
    return [
      [user / MICROSECONDS, { 'cpu.mode': 'user' }],
      [system / MICROSECONDS, { 'cpu.mode': 'system' }],
    ]
  })
  const gauge = (name: string, unit: 's' | 'By' | '1', description: string, read: () => number) =>
    metrics.gauge(name, { description, unit }, read)
  gauge('process.memory.usage', 'By', 'Resident memory', () => process.memoryUsage.rss())
  gauge('process.uptime', 's', 'Time since the process began', () => process.uptime())
  gauge('v8js.memory.heap.used', 'By', 'Memory in use by objects', () => process.memoryUsage().heapUsed)
  gauge('v8js.memory.heap.limit', 'By', 'Memory that objects may take', () => getHeapStatistics().heap_size_limit)
  observeEventLoop(gauge)
}

function observeEventLoop(gauge: (name: string, unit: 's' | '1', description: string, read: () => number) => void) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const late = (value: number): number => Math.max(0, value / NANOSECONDS - RESOLUTION_MS / 1000)
  gauge('nodejs.eventloop.delay.p50', 's', 'Half of all turns began later than this', () => late(delay.percentile(50)))
  gauge('nodejs.eventloop.delay.p99', 's', 'One turn in a hundred began later', () => late(delay.percentile(99)))
  // the last one read starts anew, so that each scrape tells of the time since the one before
  gauge('nodejs.eventloop.delay.max', 's', 'The latest turn since the last scrape', () => {
    const latest = late(delay.max)
    delay.reset()
    return latest
  })
  let before = performance.eventLoopUtilization()
  gauge('nodejs.eventloop.utilization', '1', 'Share of the time since the last scrape in which it worked', () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization
  })
}
