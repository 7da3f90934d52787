import { Gate } from './gate.ts'

describe('a gate', () => {
  it('lets its width through at once, the others in order, and refuses beyond its queue', async () => {
    const gate = new Gate(2, 2)
    const log: string[] = []
    const doors = new Map<string, PromiseWithResolvers<void>>()
    const enter = (name: string) => {
      const door = Promise.withResolvers<void>()
      doors.set(name, door)
      return gate.pass(async () => {
        log.push(name)
        await door.promise
      })
    }
    const all = ['a', 'b', 'c', 'd'].map(enter)
    await expect(enter('e')).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    expect(log).toEqual(['a', 'b'])
    doors.get('b')?.resolve()
    await all[1]
    expect(log).toEqual(['a', 'b', 'c'])
    for (const door of doors.values()) door.resolve()
    await Promise.all(all)
    expect(log).toEqual(['a', 'b', 'c', 'd'])
  })
  it('gives the place back when the work fails', async () => {
    const gate = new Gate(1, 0)
    await expect(gate.pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(gate.pass(async () => 'yes')).resolves.toBe('yes')
  })
})
