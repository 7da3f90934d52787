import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { certificateEnd } from './certificate-end.ts'

const DAY_MS = 86_400_000
const CONCURRENCY = 4
/** Claims the hosts that were not checked for a day, so that only one replica checks each. */
const CLAIM = `
  INSERT INTO certificates AS c (host, checked_at) SELECT unnest($1::text[]), $2
  ON CONFLICT (host) DO UPDATE SET checked_at = $2 WHERE c.checked_at < $3 RETURNING host`

/** The ends of certificates of custom domains, checked once a day by a job and on request. */
@Injectable()
export class Certificates {
  private checking: Promise<void> = Promise.resolve()
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** The known ends. Hosts that are due are checked in the background and included in a later response. */
  async ends(hosts: string[]): Promise<Map<string, Date>> {
    const rows = await this.db.sql<{ host: string; expiresAt: Date }>(
      'SELECT host, expires_at AS "expiresAt" FROM certificates WHERE host = ANY($1) AND expires_at IS NOT NULL',
      [hosts],
    )
    this.checking = this.checking.then(() => this.check(hosts)).catch(() => undefined)
    return new Map(rows.map(({ host, expiresAt }) => [host, expiresAt]))
  }

  /** Checks the hosts that were not checked for a day. */
  async check(hosts: string[]): Promise<void> {
    const now = this.clock.now()
    const due = await this.db.sql<{ host: string }>(CLAIM, [hosts, now, new Date(+now - DAY_MS)])
    while (due.length > 0) await Promise.all(due.splice(0, CONCURRENCY).map(({ host }) => this.checkHost(host)))
  }

  private async checkHost(host: string): Promise<void> {
    const expiresAt = await certificateEnd(host)
    await this.db.commit(tx => tx.sql('UPDATE certificates SET expires_at = $2 WHERE host = $1', [host, expiresAt]))
  }
}
