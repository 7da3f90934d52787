import { type Head, Turns } from './turns.ts'

const head = (ownerId: string, host: string, webhookId = `${ownerId} ${host}`): Head => ({ ownerId, host, webhookId })
const LIMITS = { all: 8, perOwner: 4, perHost: 3 }
const shared = (turns: Turns, heads: Head[]) => Object.fromEntries(turns.share(heads))

it('an owner and a host have only so many in flight, whatever waits', () => {
  const [one, other] = [head('ada', 'slow.test'), head('ada', 'second.test')]
  expect(shared(new Turns(LIMITS), [one])).toEqual({ 'ada slow.test': 3 })
  expect(shared(new Turns(LIMITS), [one, other])).toEqual({ 'ada slow.test': 2, 'ada second.test': 2 })
})

it('what is in flight counts, and makes room when it ends', () => {
  const turns = new Turns(LIMITS)
  const slow = head('ada', 'slow.test')
  for (let n = 0; n < 3; n++) turns.begin(slow)
  expect([turns.room, shared(turns, [slow])]).toEqual([5, {}])
  expect(shared(turns, [slow, head('bob', 'slow.test'), head('bob', 'quick.test')])).toEqual({ 'bob quick.test': 3 })
  turns.end(slow)
  expect(shared(turns, [slow])).toEqual({ 'ada slow.test': 1 })
})

it('owners take turns: who has least in flight comes first, and of these who waited longest', () => {
  const turns = new Turns({ all: 2, perOwner: 2, perHost: 2 })
  const heads = ['ada', 'bob', 'cleo'].map(name => head(name, `${name}.test`))
  const order = Array.from({ length: 3 }, () => Object.keys(shared(turns, heads)).map(key => key.split(' ')[0]))
  expect(order).toEqual([
    ['ada', 'bob'],
    ['cleo', 'ada'],
    ['bob', 'cleo'],
  ])
})

it('an owner of twenty webhooks has no more than an owner of one', () => {
  const many = Array.from({ length: 20 }, (_, n) => head('ada', `${n}.test`))
  const counts = new Turns({ all: 6, perOwner: 4, perHost: 4 }).share([...many, head('bob', 'bob.test')])
  expect(counts.get('bob bob.test')).toBe(3)
})
