import { type Actor, type Input, operations, requireSuperAdmin } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { notesOf } from '../dashboard/owners.ts'
import { Everybody } from './everybody.ts'

const MOST = 1000

@Handles(operations.listDeadLetters)
export class ListDeadLetters implements Handler<typeof operations.listDeadLetters> {
  constructor(private readonly everybody: Everybody) {}

  async handle(_: Input<typeof operations.listDeadLetters>, actor: Actor) {
    requireSuperAdmin(actor)
    const all = await this.everybody.letters(MOST, actor)
    const letters = all.flatMap(({ service, said }) =>
      (said.value?.letters ?? []).map(letter => ({ service: String(service), ...letter })),
    )
    const newest = letters.toSorted((one, other) => (one.diedAt < other.diedAt ? 1 : -1)).slice(0, MOST)
    return { letters: newest, notes: notesOf(...all.map(({ said }) => said)) }
  }
}
