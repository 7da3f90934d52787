import { ShortCache } from './short-cache.ts'

type Value = { text: string; groups: string[] }
const cache = (options: { ttlMs?: number; max?: number } = {}) =>
  new ShortCache<Value>({ ttlMs: options.ttlMs ?? 60_000, max: options.max ?? 100, groups: value => value.groups })
const value = (text: string, ...groups: string[]): Value => ({ text, groups })

describe('short cache', () => {
  it('asks once while the answer is fresh, also of questions at the same time', async () => {
    const c = cache()
    let asked = 0
    const ask = async () => value(`answer ${++asked}`)
    expect(await Promise.all([c.get('a', ask), c.get('a', ask)])).toEqual([value('answer 1'), value('answer 1')])
    expect(await c.get('a', ask)).toEqual(value('answer 1'))
    expect(await c.get('b', ask)).toEqual(value('answer 2'))
  })

  it('asks again when the time is over', async () => {
    const c = cache({ ttlMs: 0 })
    let asked = 0
    const ask = async () => value(`answer ${++asked}`)
    await c.get('a', ask)
    expect(await c.get('a', ask)).toEqual(value('answer 2'))
  })

  it('keeps no failure', async () => {
    const c = cache()
    await expect(c.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await c.get('a', async () => value('back'))).toEqual(value('back'))
  })

  it('drops all entries of a group and no others', async () => {
    const c = cache()
    await c.get('a', async () => value('a', 'photo 1', 'owner 1'))
    await c.get('b', async () => value('b', 'photo 2', 'owner 1'))
    await c.get('c', async () => value('c', 'photo 3', 'owner 2'))
    c.drop('photo 1')
    expect([c.peek('a'), c.peek('b')?.text]).toEqual([undefined, 'b'])
    c.drop('owner 1')
    expect([c.peek('b'), c.peek('c')?.text]).toEqual([undefined, 'c'])
    c.drop('owner 3')
    expect(c.size).toBe(1)
  })

  it('neither keeps nor shares an answer that a drop overtook', async () => {
    const c = cache()
    const late = Promise.withResolvers<Value>()
    const before = c.get('a', () => late.promise)
    c.drop('photo 1')
    const after = c.get('a', async () => value('gone', 'photo 1'))
    late.resolve(value('still there', 'photo 1'))
    expect((await before).text).toBe('still there')
    expect((await after).text).toBe('gone')
    expect((await c.get('a', async () => value('never asked'))).text).toBe('gone')
  })

  it('asks anew for what is getting old while the kept answer is still good; a refusal ends it', async () => {
    const c = cache()
    await c.get('a', async () => value('first', 'link 1'))
    c.renew('a', 60_000, () => Promise.reject(new Error('too early to ask')))
    const late = Promise.withResolvers<Value>()
    c.renew('a', 0, () => late.promise)
    c.renew('a', 0, () => Promise.reject(new Error('asked twice')))
    expect(c.peek('a')?.text).toBe('first')
    late.resolve(value('second', 'link 1'))
    await late.promise
    await Promise.resolve()
    expect(c.peek('a')?.text).toBe('second')
    c.renew('a', 0, () => Promise.reject(new Error('revoked')))
    await new Promise(setImmediate)
    expect(c.peek('a')).toBeUndefined()
  })

  it('stays within its bound, also in what it remembers of groups', async () => {
    const c = cache({ max: 10 })
    for (let i = 0; i < 1000; i++) await c.get(`key ${i}`, async () => value(`${i}`, `group ${i}`))
    expect(c.size).toBe(10)
    expect(c.peek('key 999')?.text).toBe('999')
    expect((c as unknown as { members: Map<string, unknown> }).members.size).toBe(10)
  })
})
