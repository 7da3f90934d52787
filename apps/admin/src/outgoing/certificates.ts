import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { certificateEnd } from './certificate-end.ts'

const DAY_MS = 86_400_000
/** At once; there may be a hundred domains. */
const AT_ONCE = 4
/** Those that were not looked at for a day, for this process alone: several admins look once. */
const TAKE = `
  INSERT INTO certificates AS c (host, checked_at) SELECT unnest($1::text[]), $2
  ON CONFLICT (host) DO UPDATE SET checked_at = $2 WHERE c.checked_at < $3 RETURNING host`

/** The ends of certificates of custom domains, checked once a day by a job and on request. */
@Injectable()
export class Certificates {
  private looking: Promise<void> = Promise.resolve()
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** As far as it is known; what has to be looked at is there with one of the next questions. */
  async ends(hosts: string[]): Promise<Map<string, Date>> {
    const known = await this.db.sql<{ host: string; expiresAt: Date }>(
      'SELECT host, expires_at AS "expiresAt" FROM certificates WHERE host = ANY($1) AND expires_at IS NOT NULL',
      [hosts],
    )
    this.looking = this.looking.then(() => this.look(hosts)).catch(() => undefined)
    return new Map(known.map(({ host, expiresAt }) => [host, expiresAt]))
  }

  /** Checks the hosts that were not checked for a day. */
  async look(hosts: string[]): Promise<void> {
    const now = this.clock.now()
    const due = await this.db.sql<{ host: string }>(TAKE, [hosts, now, new Date(+now - DAY_MS)])
    while (due.length > 0) await Promise.all(due.splice(0, AT_ONCE).map(({ host }) => this.keep(host)))
  }

  private async keep(host: string): Promise<void> {
    const until = await certificateEnd(host)
    await this.db.commit(tx => tx.sql('UPDATE certificates SET expires_at = $2 WHERE host = $1', [host, until]))
  }
}
