import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { KeptAnswers, Unkept } from './kept-answers.ts'

const long = (text: string) => ({ text: text.repeat(1000) })

describe('kept answers', () => {
  it('are made once for each key, however many ask, and are the same in every encoding', async () => {
    const answers = new KeptAnswers(1_000_000, 'gallery')
    let made = 0
    const make = async () => long(`answer ${++made}`)
    const asked = await Promise.all([answers.get('a', make), answers.get('a', make), answers.get('b', make)])
    expect(made).toBe(2)
    expect(asked[0]).toBe(asked[1])
    expect(asked[0]?.etag).not.toBe(asked[2]?.etag)
    const answer = await answers.get('a', make)
    expect(JSON.parse(answer.plain.toString())).toEqual(long('answer 1'))
    expect(gunzipSync(await answer.in('gzip'))).toEqual(answer.plain)
    expect(brotliDecompressSync(await answer.in('br'))).toEqual(answer.plain)
    expect(await answer.in('br')).toBe(await answer.in('br'))
  })

  it('are forgotten, the oldest first, where there is no more room', async () => {
    const answers = new KeptAnswers(40_000, 'gallery')
    for (const key of ['a', 'b', 'c', 'd']) await answers.get(key, async () => long('0123456789'))
    let made = 0
    const make = async () => long(`${++made}`)
    await answers.get('d', make)
    expect(made).toBe(0)
    await answers.get('a', make)
    expect(made).toBe(1)
  })

  it('keep no failure, and nothing that is of another state', async () => {
    const answers = new KeptAnswers(1_000_000, 'gallery')
    await expect(answers.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect((await answers.get('a', async () => new Unkept(0))).plain.toString()).toBe('0')
    expect((await answers.get('a', async () => 1)).plain.toString()).toBe('1')
  })
})
