import type { Logger } from '../telemetry/logger.ts'
import { measure } from '../telemetry/measure.ts'
import type { Refusal } from './signed-call.ts'

const SAY_EVERY_MS = 1000

/** Every refusal is counted; the log gets one line a second, so that a stranger cannot fill the disk with them. */
export class RefusedCalls {
  private saidAt = -Infinity
  private since = 0
  constructor(private readonly log: Logger) {}

  note(subject: string, reason: Refusal): void {
    measure.refused(subject, reason)
    this.since++
    const now = performance.now()
    if (now - this.saidAt < SAY_EVERY_MS) return
    this.log.warn({ event: 'rpc.refused', subject, reason, calls: this.since })
    this.saidAt = now
    this.since = 0
  }
}
