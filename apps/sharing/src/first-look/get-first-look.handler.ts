import { errors, sharing, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { NamedVisitors } from '../visitors/named-visitors.ts'

@Handles(sharing.getFirstLook)
export class GetFirstLook implements Handler<typeof sharing.getFirstLook> {
  constructor(private readonly visitors: NamedVisitors) {}

  async handle(proof: Input<typeof sharing.getFirstLook>) {
    const link = await this.visitors.enter(proof)
    if (!link.firstLook) throw errors.FIRST_LOOK_OVER()
    return { success: true as const }
  }
}
