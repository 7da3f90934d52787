import { setImmediate as turn } from 'node:timers/promises'
import { DecoderTurns } from './decoder-turns.ts'

function startTurns(size: number) {
  const decoderTurns = new DecoderTurns(size)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const add = (id: string, kind = 'photo') =>
    void decoderTurns.run(kind, id.slice(0, 1), () => {
      started.push(id)
      return new Promise<void>(resolve => ends.set(id, resolve))
    })
  const end = async (id: string) => {
    ends.get(id)?.()
    await turn()
  }
  return { add, end, started }
}

describe('DecoderTurns', () => {
  it('one owner can use all decoders, and a second owner then gets an additional one at once', async () => {
    const { add, end, started } = startTurns(2)
    for (const id of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']) add(id)
    expect(started).toEqual(['a1', 'a2', 'b1'])
    await end('a1')
    // the additional decoder is no longer used: two jobs run, one of each owner
    expect(started).toEqual(['a1', 'a2', 'b1'])
    await end('b1')
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2'])
    await end('b2')
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2', 'a3'])
  })

  it('with a single decoder, owners still take turns', async () => {
    const { add, end, started } = startTurns(1)
    for (const id of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) add(id)
    expect(started).toEqual(['a1', 'b1'])
    for (const id of ['a1', 'b1']) await end(id)
    for (let at = 2; at < 6; at++) await end(started[at] ?? '')
    expect(started.slice(2).toSorted()).toEqual(['a2', 'a3', 'b2', 'c1'])
    expect(started.indexOf('c1')).toBeLessThan(started.indexOf('a3'))
  })

  it('kinds take turns, so that a visitor waits for one photo and not for all', async () => {
    const { add, end, started } = startTurns(1)
    for (const id of ['a1', 'a2', 'a3', 'a4']) add(id)
    add('a5', 'visitor')
    await end('a1')
    await end('a2')
    expect(started).toEqual(['a1', 'a2', 'a5'])
  })
})
