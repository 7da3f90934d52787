import { accountTotals, type Input, MAX_OUTGOING_ITEMS, outgoing } from '@daymark/contracts'
import { Database, Handles, RpcHandlers } from '@daymark/platform'
import { Mails, sendGalleryMail, sendMail } from '../mail/mails.ts'

/** Reads all figures in one scan of both tables, which are small: one row for each account and a few sessions for each. */
const SELECT_FIGURES = `
  SELECT count(*) AS users, coalesce(sum(storage_limit), 0) AS "storageLimit",
    count(*) FILTER (WHERE seen >= $1) AS "activeWeek", count(*) FILTER (WHERE seen >= $2) AS "activeMonth"
  FROM (
    SELECT u.storage_limit, greatest(u.last_login, s.seen) AS seen FROM users u
    LEFT JOIN (SELECT user_id, max(last_seen_at) AS seen FROM sessions GROUP BY user_id) s ON s.user_id = u.id
  ) accounts`

type FailingMailRow = { id: string; topic: string; userId: string | null; attempts: number; error: string; due: Date }
const MAIL_JOBS = `FROM job_queue WHERE kind IN ('${sendMail.kind}', '${sendGalleryMail.kind}')`
const SELECT_FAILING_MAILS = `
  SELECT key AS id, coalesce(payload -> 'data' ->> 'kind', 'gallery') AS topic,
    coalesce(payload -> 'data' ->> 'userId', payload -> 'data' ->> 'ownerId') AS "userId", attempts, last_error AS error, run_at AS due
  ${MAIL_JOBS} AND last_error IS NOT NULL ORDER BY created_at DESC LIMIT ${MAX_OUTGOING_ITEMS}`

@RpcHandlers()
export class OperationHandlers {
  constructor(
    private readonly db: Database,
    private readonly mails: Mails,
  ) {}

  @Handles(accountTotals.identity)
  async getUserFigures({ week, month }: Input<typeof accountTotals.identity>) {
    const [row] = await this.db.sql<Record<'users' | 'storageLimit' | 'activeWeek' | 'activeMonth', string>>(
      SELECT_FIGURES,
      [week, month],
    )
    return {
      users: Number(row?.users),
      storageLimit: Number(row?.storageLimit),
      activeWeek: Number(row?.activeWeek),
      activeMonth: Number(row?.activeMonth),
    }
  }

  @Handles(outgoing.mails)
  async getMailQueue() {
    const [[row], failing] = await Promise.all([
      this.db.sql<{ waiting: string }>(`SELECT count(*) AS waiting ${MAIL_JOBS}`),
      this.db.sql<FailingMailRow>(SELECT_FAILING_MAILS),
    ])
    return {
      setUp: this.mails.isSetUp,
      waiting: Number(row?.waiting),
      failing: failing.map(({ due, ...mail }) => ({ ...mail, nextAt: due.toISOString() })),
    }
  }
}
