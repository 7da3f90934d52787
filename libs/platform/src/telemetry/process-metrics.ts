import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { metrics } from './metrics.ts'

const NANOSECONDS_PER_SECOND = 1e9
const MICROSECONDS_PER_SECOND = 1e6
/** Resolution of the event loop measurement in ms. Each sample is a timer. */
const RESOLUTION_MS = 20

/** Process metrics with the names of the semantic conventions. Loaded only if metrics are enabled. */
export function observeProcess(): void {
  metrics.observableCounter('process.cpu.time', { description: 'CPU time of the process', unit: 's' }, () => {
    const { user, system } = process.cpuUsage()
    return [
      [user / MICROSECONDS_PER_SECOND, { 'cpu.mode': 'user' }],
      [system / MICROSECONDS_PER_SECOND, { 'cpu.mode': 'system' }],
    ]
  })
  const gauge = (name: string, unit: 's' | 'By' | '1', description: string, read: () => number) =>
    metrics.gauge(name, { description, unit }, read)
  gauge('process.memory.usage', 'By', 'Resident memory', () => process.memoryUsage.rss())
  gauge('process.uptime', 's', 'Time since the start of the process', () => process.uptime())
  gauge('v8js.memory.heap.used', 'By', 'Heap memory in use', () => process.memoryUsage().heapUsed)
  gauge('v8js.memory.heap.limit', 'By', 'Heap memory limit', () => getHeapStatistics().heap_size_limit)
  observeEventLoop(gauge)
}

function observeEventLoop(gauge: (name: string, unit: 's' | '1', description: string, read: () => number) => void) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const delayInSeconds = (value: number): number => Math.max(0, value / NANOSECONDS_PER_SECOND - RESOLUTION_MS / 1000)
  gauge('nodejs.eventloop.delay.p50', 's', 'Median delay of the event loop', () => delayInSeconds(delay.percentile(50)))
  gauge('nodejs.eventloop.delay.p99', 's', '99th percentile of the event loop delay', () =>
    delayInSeconds(delay.percentile(99)),
  )
  // This gauge is read last and resets the histogram, so that each scrape covers the time since the previous one.
  gauge('nodejs.eventloop.delay.max', 's', 'Maximum event loop delay since the last scrape', () => {
    const maxDelay = delayInSeconds(delay.max)
    delay.reset()
    return maxDelay
  })
  let lastUtilization = performance.eventLoopUtilization()
  gauge('nodejs.eventloop.utilization', '1', 'Event loop utilization since the last scrape', () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, lastUtilization)
    lastUtilization = now
    return utilization
  })
}
