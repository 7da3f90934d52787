import { findBreakingChanges } from '../../tools/schema-compare.mjs'

const object = (properties: object, required: string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
})
const text = { type: 'string' }

describe('comparison of contracts with the published ones', () => {
  it('allows additions to a contract', () => {
    const before = object({ id: text, size: { type: 'integer', maximum: 10 }, kind: { type: 'string', enum: ['a'] } })
    const after = object(
      { id: text, size: { type: 'integer', maximum: 20 }, kind: { type: 'string', enum: ['a', 'b'] }, note: text },
      ['id', 'size', 'kind'],
    )
    expect(findBreakingChanges(before, after)).toEqual([])
  })

  it.each([
    ['a removed field', object({ id: text, name: text }), object({ id: text }), 'name was removed'],
    ['another type', object({ n: { type: 'number' } }), object({ n: text }), 'n was "number" and is "string"'],
    ['a new required field', object({ id: text }), object({ id: text, name: text }), 'name is now required'],
    ['a field that became optional', object({ id: text }), object({ id: text }, []), 'id is now optional'],
    [
      'a removed enum value',
      object({ k: { type: 'string', enum: ['a', 'b'] } }),
      object({ k: { type: 'string', enum: ['a'] } }),
      'k lost the value "b"',
    ],
    [
      'a tighter limit',
      object({ t: { type: 'string', maxLength: 200 } }),
      object({ t: { type: 'string', maxLength: 100 } }),
      't: maxLength was 200 and is 100',
    ],
    [
      'a new limit',
      object({ t: text }),
      object({ t: { type: 'string', format: 'uuid' } }),
      't: format was anything and is "uuid"',
    ],
    [
      'a nested change',
      object({ list: { type: 'array', items: object({ id: text }) } }),
      object({ list: { type: 'array', items: object({}) } }),
      'list[].id was removed',
    ],
    [
      'a removed null',
      object({ t: { anyOf: [text, { type: 'null' }] } }),
      object({ t: text }),
      't lost an alternative: t was "null" and is "string"',
    ],
  ])('refuses %s', (_, before, after, message) => {
    expect(findBreakingChanges(before, after)).toEqual([message])
  })
})
