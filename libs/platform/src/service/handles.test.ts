import { type Actor, type Input, rpc } from '@daymark/contracts'
import { z } from 'zod'
import { Handles, RpcHandlers } from './decorators.ts'

const double = rpc('numbers.double', z.object({ n: z.int() }), z.object({ n: z.int() }))
const actor: Actor = { userId: 'u', role: 'user' }

@RpcHandlers()
class NumberHandlers {
  readonly actors: Actor[] = []

  @Handles(double)
  async double({ n }: Input<typeof double>, caller: Actor) {
    this.actors.push(caller)
    return { n: n * 2 }
  }
}

it('a handler can be called directly with input and actor', async () => {
  const handler = new NumberHandlers()
  expect(await handler.double({ n: 4 }, actor)).toEqual({ n: 8 })
  expect(handler.actors).toEqual([actor])
})

it('calls over the bus validate the message', async () => {
  const handler = new NumberHandlers() as NumberHandlers & { 'answer:double'(message: unknown): Promise<unknown> }
  expect(await handler['answer:double']({ input: { n: 5 }, actor })).toEqual({ n: 10 })
  await expect(handler['answer:double']({ input: { n: 'five' }, actor })).rejects.toMatchObject({
    error: { code: 'invalid_input' },
  })
  expect(handler.actors).toEqual([actor])
})
