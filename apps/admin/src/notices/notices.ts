import { type Actor, type AnnouncementView, noticesChanged, type NoticesState } from '@daymark/contracts'
import { Clock, Database, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

type AnnouncementRow = Omit<AnnouncementView, 'startsAt' | 'endsAt'> & { startsAt: Date; endsAt: Date | null }
type NoticesRow = { version: string; since: Date | null; message: string | null }
type SqlReader = Pick<Tx, 'sql'>
const SELECT_NOTICES = 'SELECT version, maintenance_since AS since, message FROM notices'
const SELECT_ANNOUNCEMENTS = `
  SELECT id, text, kind, starts_at AS "startsAt", ends_at AS "endsAt" FROM announcements
  WHERE ends_at IS NULL OR ends_at > $1 ORDER BY starts_at, id`

/** Announcements and the maintenance mode, which are stored and published together. */
@Injectable()
export class Notices {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  read(): Promise<NoticesState> {
    return this.readWith(this.db)
  }

  /** Runs `work` in a transaction and publishes the new state with its version. Serializes changes and deletes expired announcements. */
  change(work: (tx: Tx, current: NoticesState) => Promise<void>): Promise<NoticesState> {
    return this.db.commit(async tx => {
      await tx.sql('UPDATE notices SET version = version + 1')
      tx.send('DELETE FROM announcements WHERE ends_at <= $1', [this.clock.now()])
      await work(tx, await this.readWith(tx))
      const newState = await this.readWith(tx)
      tx.emit(noticesChanged, 'notices', newState)
      return newState
    })
  }

  /** Writes an audit entry with the text of the announcement. */
  auditAnnouncement(
    tx: Tx,
    action: 'announcement.made' | 'announcement.removed',
    { id, text }: AnnouncementView,
    actor: Actor,
  ): void {
    tx.audit(actor, action, { kind: 'announcement', id, name: text })
  }

  private async readWith(reader: SqlReader): Promise<NoticesState> {
    const [[state], rows] = await Promise.all([
      reader.sql<NoticesRow>(SELECT_NOTICES),
      reader.sql<AnnouncementRow>(SELECT_ANNOUNCEMENTS, [this.clock.now()]),
    ])
    const since = state?.since?.toISOString() ?? null
    return {
      version: Number(state?.version ?? 0),
      announcements: rows.map(row => ({
        ...row,
        startsAt: row.startsAt.toISOString(),
        endsAt: row.endsAt?.toISOString() ?? null,
      })),
      maintenance: { on: since !== null, message: since === null ? null : (state?.message ?? null), since },
    }
  }
}
