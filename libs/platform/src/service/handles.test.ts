import { type Actor, type Input, rpc } from '@daymark/contracts'
import { z } from 'zod'
import { type Handler, Handles } from './decorators.ts'

const double = rpc('numbers.double', z.object({ n: z.int() }), z.object({ n: z.int() }))
const actor: Actor = { userId: 'u', role: 'user' }

@Handles(double)
class Double implements Handler<typeof double> {
  readonly actors: Actor[] = []
  async handle({ n }: Input<typeof double>, caller: Actor) {
    this.actors.push(caller)
    return { n: n * 2 }
  }
}

it('handle can be called directly with input and actor', async () => {
  const handler = new Double()
  expect(await handler.handle({ n: 4 }, actor)).toEqual({ n: 8 })
  expect(handler.actors).toEqual([actor])
})

it('calls over the bus validate the message', async () => {
  const handler = new Double() as Double & { answerCall(message: unknown): Promise<unknown> }
  expect(await handler.answerCall({ input: { n: 5 }, actor })).toEqual({ n: 10 })
  await expect(handler.answerCall({ input: { n: 'five' }, actor })).rejects.toMatchObject({
    error: { code: 'invalid_input' },
  })
  expect(handler.actors).toEqual([actor])
})
