import type { RpcClient } from '@daymark/platform'
import { pollUntil } from '@daymark/testing/outside'
import type { Bearer } from './api-tokens.ts'
import { RateLimits } from './rate-limits.ts'

const bearer = (tokenId: string, userId = 'u'): Bearer => ({
  ...{ tokenId, userId, scopes: ['read'], expiresAt: '', planNeeded: null, name: null },
})

/** Developer, as far as it counts: each question waits until the test lets it be answered. */
function withLimit(limit: number) {
  const asked: { tokenId: string; count: number }[] = []
  const taken = new Map<string, number>()
  let release = (): void => {}
  const gate = { open: new Promise<void>(resolve => (release = resolve)), fails: false }
  const call = async (_: unknown, given: { tokenId: string; limited: string; count: number }) => {
    const { tokenId, limited, count } = given
    asked.push({ tokenId, count })
    await gate.open
    if (gate.fails) throw new Error('away')
    const key = `${tokenId} ${limited}`
    const before = taken.get(key) ?? 0
    const granted = Math.min(count, limit - before)
    taken.set(key, before + granted)
    const remaining = limit - before - granted
    return { granted, limit, windowSeconds: 60, remaining, resetMs: 60_000, retryMs: remaining > 0 ? 0 : 30_000 }
  }
  return { limits: new RateLimits({ call } as unknown as RpcClient), asked, gate, release: () => release() }
}

describe('rule 50 calls with a token', () => {
  it('that come together are asked for together, and told what is left as if one had come after the other', async () => {
    const { limits, asked, release } = withLimit(5)
    const flood = Array.from({ length: 100 }, () => limits.take(bearer('a'), 'calls', 1))
    release()
    const answers = await Promise.all(flood)
    expect(asked).toEqual([
      { tokenId: 'a', count: 1 },
      { tokenId: 'a', count: 99 },
    ])
    expect(answers.filter(({ isGranted }) => isGranted).map(({ remaining }) => remaining)).toEqual([4, 3, 2, 1, 0])
    expect(answers.slice(5).every(({ isGranted, retryMs }) => !isGranted && retryMs > 29_000)).toBe(true)
  })

  it('are refused without a question while there is nothing, and asking what is left neither', async () => {
    const { limits, asked, release } = withLimit(1)
    release()
    expect((await limits.take(bearer('a'), 'calls', 1)).isGranted).toBe(true)
    for (let n = 0; n < 50; n++) expect((await limits.take(bearer('a'), 'calls', 1)).isGranted).toBe(false)
    expect((await limits.take(bearer('a'), 'calls', 0)).remaining).toBe(0)
    expect(asked).toHaveLength(1)
    expect((await limits.take(bearer('a'), 'uploads', 1)).isGranted).toBe(true)
    expect((await limits.take(bearer('b'), 'calls', 1)).isGranted).toBe(true)
  })

  it('that only ask what is left take nothing', async () => {
    const { limits, release } = withLimit(2)
    release()
    for (let n = 0; n < 5; n++) expect((await limits.take(bearer('a'), 'calls', 0)).remaining).toBe(2)
  })

  it('of somebody with many tokens wait behind nobody else’s: owners take turns', async () => {
    const { limits, asked, release } = withLimit(5)
    const many = Array.from({ length: 100 }, (_, n) => limits.take(bearer(`many ${n}`, 'one'), 'calls', 1))
    const other = limits.take(bearer('other', 'two'), 'calls', 1)
    release()
    await Promise.all([...many, other])
    expect(asked.findIndex(({ tokenId }) => tokenId === 'other')).toBeLessThan(10)
  })

  it('that follow one another are taken ahead, more and more, and what nobody makes is given back', async () => {
    const { limits, asked, release } = withLimit(1000)
    release()
    for (let n = 1; n <= 100; n++) {
      const { isGranted, remaining } = await limits.take(bearer('a'), 'calls', 1)
      expect([isGranted, remaining]).toEqual([true, 1000 - n])
    }
    expect(asked.length).toBeLessThan(40)
    expect((await limits.take(bearer('a'), 'calls', 0)).remaining).toBe(900)
    // also before the last one, where the process stood still
    const held = () => asked.reduce((sum, { count }) => sum + count, 0)
    await pollUntil('the rest is given back', () => held() === 100)
    expect(asked.some(({ count }) => count < 0)).toBe(true)
    expect((await limits.take(bearer('a'), 'calls', 0)).remaining).toBe(900)
  })

  it('are exact to the last one, taken ahead or not', async () => {
    const { limits, release } = withLimit(120)
    release()
    const flood = async () => {
      const seen: boolean[] = []
      for (let n = 0; n < 50; n++) seen.push((await limits.take(bearer('a'), 'calls', 1)).isGranted)
      return seen
    }
    const answers = (await Promise.all([flood(), flood(), flood(), flood()])).flat()
    expect(answers.filter(Boolean)).toHaveLength(120)
  })

  it('fail together when nobody can be asked, and are asked for again', async () => {
    const { limits, gate, release } = withLimit(5)
    gate.fails = true
    const asked = Promise.allSettled([1, 2, 3].map(() => limits.take(bearer('a'), 'calls', 1)))
    release()
    expect((await asked).map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    gate.fails = false
    expect((await limits.take(bearer('a'), 'calls', 1)).isGranted).toBe(true)
  })
})
