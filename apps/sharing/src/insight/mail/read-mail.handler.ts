import { type Actor, errors, type Input, sharing } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles } from '@daymark/platform'
import { WAITING_MS } from './forget-mails.job.ts'
import { KEPT_MAIL, type KeptMail } from './reading/kept-mail.ts'
import { OwnerMail } from './reading/owner-mail.ts'
import { VisitorMail } from './reading/visitor-mail.ts'

@Handles(sharing.readMail)
export class ReadMail implements Handler<typeof sharing.readMail> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly visitors: VisitorMail,
    private readonly owners: OwnerMail,
  ) {}

  async handle({ mailId }: Input<typeof sharing.readMail>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    const [mail] = await this.db.sql<KeptMail>(KEPT_MAIL, [mailId, new Date(+this.clock.now() - WAITING_MS)])
    if (!mail) return { mail: null }
    return { mail: await (mail.address === null ? this.owners.of(mail) : this.visitors.of(mail)) }
  }
}
