import { sharing, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { NamedVisitors } from './named-visitors.ts'

/** For a link of which nothing is asked any more she is nobody. */
@Handles(sharing.findVisitor)
export class FindVisitor implements Handler<typeof sharing.findVisitor> {
  constructor(private readonly visitors: NamedVisitors) {}

  async handle({ key, ...proof }: Input<typeof sharing.findVisitor>) {
    const link = await this.visitors.enter(proof)
    const found = link.picks || link.comments ? await this.visitors.find(link, key) : undefined
    return { visitor: found ? { name: found.name, email: found.email } : null }
  }
}
