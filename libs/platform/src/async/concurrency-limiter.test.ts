import { ConcurrencyLimiter } from './concurrency-limiter.ts'

/** A limiter whose tasks end when the test calls `finish`; `log` lists the started tasks in order. */
function trackedLimiter(maxRunning: number, maxQueued: number) {
  const limiter = new ConcurrencyLimiter(maxRunning, maxQueued)
  const log: string[] = []
  const workByName = new Map<string, PromiseWithResolvers<void>>()
  const start = (name: string, owner = '') => {
    const work = Promise.withResolvers<void>()
    workByName.set(name, work)
    return limiter.run(owner, async () => {
      log.push(name)
      await work.promise
    })
  }
  const finish = (name: string) => workByName.get(name)?.resolve()
  return { log, start, finish, finishAll: () => [...workByName.keys()].forEach(finish) }
}
const unavailableError = { code: 'unavailable', status: 503 }

describe('a concurrency limiter', () => {
  it('runs the allowed number at once, queues the others in order, and rejects tasks beyond its queue', async () => {
    const { log, start, finish, finishAll } = trackedLimiter(2, 2)
    const results = ['a', 'b', 'c', 'd'].map(name => start(name))
    await expect(start('e')).rejects.toMatchObject(unavailableError)
    expect(log).toEqual(['a', 'b'])
    finish('b')
    await results[1]
    expect(log).toEqual(['a', 'b', 'c'])
    finishAll()
    await Promise.all(results)
    expect(log).toEqual(['a', 'b', 'c', 'd'])
  })

  it('starts tasks round-robin by owner, however many each owner has queued', async () => {
    const { log, start, finishAll } = trackedLimiter(1, 10)
    const results = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map(name => start(name, name[0]))
    finishAll()
    await Promise.all(results)
    expect(log).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  it('rejects a task of the owner with the longest queue instead of the newest task', async () => {
    const { log, start, finishAll } = trackedLimiter(1, 3)
    const resultsOfA = ['a1', 'a2', 'a3', 'a4'].map(name => start(name, 'a'))
    const lastResultOfA = resultsOfA[3]?.catch((error: unknown) => error)
    await expect(start('a5', 'a')).rejects.toMatchObject(unavailableError)
    const other = start('b1', 'b')
    expect(await lastResultOfA).toMatchObject(unavailableError)
    finishAll()
    await Promise.all([...resultsOfA.slice(0, 3), other])
    expect(log).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  it('releases the slot when a task fails', async () => {
    const limiter = new ConcurrencyLimiter(1, 0)
    await expect(limiter.run('', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(limiter.run('', async () => 'yes')).resolves.toBe('yes')
  })
})
