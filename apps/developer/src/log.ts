import type { Logger } from '@daymark/platform'

/** Every line developer writes. Ids only. */
export class DeveloperLog {
  private readonly log: Logger
  constructor(log: Logger) {
    this.log = log
  }
  useNotNoted(tokenId: string, error: unknown): void {
    this.log.warn({ err: error, event: 'developer.token-use-not-noted', tokenId })
  }
}
