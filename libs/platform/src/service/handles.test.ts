import { type Actor, anonymous, type Input, rpc, superAdminRpc, system, systemRpc } from '@daymark/contracts'
import { z } from 'zod'
import { Handles, RpcHandlers } from './decorators.ts'

const double = rpc('numbers.double', z.object({ n: z.int() }), z.object({ n: z.int() }))
const reset = superAdminRpc('numbers.reset', z.object({}), z.object({}))
const recount = systemRpc('numbers.recount', z.object({}), z.object({}))
const actor: Actor = { userId: 'u', role: 'user' }

@RpcHandlers()
class NumberHandlers {
  readonly actors: Actor[] = []

  @Handles(double)
  async double({ n }: Input<typeof double>, caller: Actor) {
    this.actors.push(caller)
    return { n: n * 2 }
  }

  @Handles(reset)
  async reset(_: object, caller: Actor) {
    this.actors.push(caller)
    return {}
  }

  @Handles(recount)
  async recount(_: object, caller: Actor) {
    this.actors.push(caller)
    return {}
  }
}
type AnswerMethods = Record<`answer:${'double' | 'reset' | 'recount'}`, (message: unknown) => Promise<unknown>>

it('a handler can be called directly with input and actor', async () => {
  const handler = new NumberHandlers()
  expect(await handler.double({ n: 4 }, actor)).toEqual({ n: 8 })
  expect(handler.actors).toEqual([actor])
})

it('calls over the bus validate the message', async () => {
  const handler = new NumberHandlers() as NumberHandlers & AnswerMethods
  expect(await handler['answer:double']({ input: { n: 5 }, actor })).toEqual({ n: 10 })
  await expect(handler['answer:double']({ input: { n: 'five' }, actor })).rejects.toMatchObject({
    error: { code: 'invalid_input' },
  })
  expect(handler.actors).toEqual([actor])
})

const superAdmin: Actor = { userId: 'u', role: 'super_admin' }
const admin: Actor = { userId: 'u', role: 'admin' }

it.each([
  ['reset', superAdmin, { forbidden: [actor, admin], no_session: [anonymous, system] }],
  ['recount', system, { forbidden: [actor, admin, superAdmin, anonymous], no_session: [] }],
] as const)(
  'the access of a contract rejects other callers of %s before the handler runs',
  async (name, allowed, rejected) => {
    const handler = new NumberHandlers() as NumberHandlers & AnswerMethods
    const call = (caller: Actor, input: unknown = {}) => handler[`answer:${name}`]({ input, actor: caller })
    for (const [code, callers] of Object.entries(rejected))
      for (const caller of callers) await expect(call(caller)).rejects.toMatchObject({ error: { code } })
    await expect(call(actor, 'no object')).rejects.toMatchObject({ error: { code: 'invalid_input' } })
    expect(handler.actors).toEqual([])
    expect(await call(allowed)).toEqual({})
    expect(handler.actors).toEqual([allowed])
  },
)
