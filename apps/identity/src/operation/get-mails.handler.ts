import { type Actor, type Input, MOST_OUTGOING, outgoing, requireSuperAdmin } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { Mails } from '../mail/mails.ts'

type Row = { id: string; topic: string; userId: string | null; attempts: number; error: string; due: Date }
const FAILING = `
  SELECT id, kind AS topic, user_id AS "userId", attempts, error, due_at AS due FROM mails
  WHERE error IS NOT NULL ORDER BY created_at DESC LIMIT ${MOST_OUTGOING}`

@Handles(outgoing.mails)
export class GetMails implements Handler<typeof outgoing.mails> {
  constructor(
    private readonly db: Database,
    private readonly mails: Mails,
  ) {}

  async handle(_: Input<typeof outgoing.mails>, actor: Actor) {
    requireSuperAdmin(actor)
    const [[row], failing] = await Promise.all([
      this.db.sql<{ waiting: string }>('SELECT count(*) AS waiting FROM mails'),
      this.db.sql<Row>(FAILING),
    ])
    return {
      setUp: this.mails.isSetUp,
      waiting: Number(row?.waiting),
      failing: failing.map(({ due, ...mail }) => ({ ...mail, nextAt: due.toISOString() })),
    }
  }
}
