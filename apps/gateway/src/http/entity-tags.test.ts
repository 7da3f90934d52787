import {
  addCoding,
  findCoding,
  computeEntityTag,
  matchesStrongly,
  matchesWeakly,
  removeCodings,
} from './entity-tags.ts'

const tag = computeEntityTag('content')

describe('entity tags', () => {
  it('are strong and change with the content', () => {
    expect(tag).toMatch(/^"[0-9a-f]{32}"$/)
    expect(computeEntityTag('other content')).not.toBe(tag)
  })

  it('match If-Match only strongly', () => {
    for (const list of ['*', ' * ', tag, `"a", ${tag}`, `"a,b",${tag} , W/"c"`])
      expect(matchesStrongly(list, tag)).toBe(true)
    for (const list of ['', '"a"', `W/${tag}`, tag.slice(1, -1), `"a", W/${tag}`])
      expect(matchesStrongly(list, tag)).toBe(false)
    expect(matchesStrongly(`W/${tag}`, `W/${tag}`)).toBe(false)
    expect(matchesStrongly(tag, `W/${tag}`)).toBe(false)
  })

  it('match If-None-Match weakly', () => {
    for (const list of ['*', tag, `W/${tag}`, `"a", W/${tag}`]) expect(matchesWeakly(list, tag)).toBe(true)
    expect(matchesWeakly(`"a", W/"b"`, tag)).toBe(false)
    expect(matchesWeakly(tag, `W/${tag}`)).toBe(true)
  })

  it('contain the content coding and are compared without it', () => {
    const coded = addCoding(tag, 'gzip')
    expect(coded).toBe(`${tag.slice(0, -1)}-gzip"`)
    expect(removeCodings(`${coded}, W/"a-br", "b"`)).toBe(`${tag}, W/"a", "b"`)
    expect(removeCodings('*')).toBe('*')
    expect([findCoding(`"a-br", ${coded}`, tag), findCoding(tag, tag), findCoding('"a"', tag)]).toEqual([
      'gzip',
      undefined,
      undefined,
    ])
  })
})
