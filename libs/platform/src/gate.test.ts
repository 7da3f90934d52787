import { Gate } from './gate.ts'

/** A gate whose work ends when the test says so; `log` tells what began, in order. */
function watched(width: number, waiting: number) {
  const gate = new Gate(width, waiting)
  const log: string[] = []
  const works = new Map<string, PromiseWithResolvers<void>>()
  const enter = (name: string, owner = '') => {
    const work = Promise.withResolvers<void>()
    works.set(name, work)
    return gate.pass(owner, async () => {
      log.push(name)
      await work.promise
    })
  }
  const finish = (name: string) => works.get(name)?.resolve()
  return { log, enter, finish, finishAll: () => [...works.keys()].forEach(finish) }
}
const busy = { code: 'unavailable', status: 503 }

describe('a gate', () => {
  it('lets its width through at once, the others in order, and refuses beyond its queue', async () => {
    const { log, enter, finish, finishAll } = watched(2, 2)
    const all = ['a', 'b', 'c', 'd'].map(name => enter(name))
    await expect(enter('e')).rejects.toMatchObject(busy)
    expect(log).toEqual(['a', 'b'])
    finish('b')
    await all[1]
    expect(log).toEqual(['a', 'b', 'c'])
    finishAll()
    await Promise.all(all)
    expect(log).toEqual(['a', 'b', 'c', 'd'])
  })

  it('serves owners in turn, whatever each of them has waiting', async () => {
    const { log, enter, finishAll } = watched(1, 10)
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map(name => enter(name, name[0]))
    finishAll()
    await Promise.all(all)
    expect(log).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  it('refuses who has the most waiting, not who comes last', async () => {
    const { log, enter, finishAll } = watched(1, 3)
    const many = ['a1', 'a2', 'a3', 'a4'].map(name => enter(name, 'a'))
    const lastOfMany = expect(many[3]).rejects.toMatchObject(busy)
    await expect(enter('a5', 'a')).rejects.toMatchObject(busy)
    const other = enter('b1', 'b')
    await lastOfMany
    finishAll()
    await Promise.all([...many.slice(0, 3), other])
    expect(log).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  it('gives the place back when the work fails', async () => {
    const gate = new Gate(1, 0)
    await expect(gate.pass('', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(gate.pass('', async () => 'yes')).resolves.toBe('yes')
  })
})
