import { buildConditions } from './audit-query.ts'

const buildSearchConditions = (search: string) => {
  const { words, params } = buildConditions({ search })
  return words.map((condition, n) => [condition.split(' ')[0], params[n]])
}

describe('rule 73 the search in the audit log', () => {
  it.each([
    ['Anna', [['words', "'anna':*"]]],
    ['an', [['words', "'an'"]]],
    [
      'anna LEE',
      [
        ['words', "'anna':*"],
        ['words', "'lee':*"],
      ],
    ],
    [
      'anna@exam',
      [
        ['words', "'anna'"],
        ['search', '%anna@exam%'],
      ],
    ],
    [
      '203.0.113.7',
      [
        ['words', "'203' & '0' & '113'"],
        ['search', '%203.0.113.7%'],
      ],
    ],
    [
      '@example',
      [
        ['words', "'example':*"],
        ['search', '%@example%'],
      ],
    ],
    [
      "o'hara_",
      [
        ['words', "'o' & 'hara'"],
        ['search', "%o'hara\\_%"],
      ],
    ],
    [
      '\\%',
      [
        ['words', ''],
        ['search', '%\\\\\\%%'],
      ],
    ],
    ['  ', []],
  ])('%s', (search, expected) => expect(buildSearchConditions(search)).toEqual(expected))

  it('in addition to other conditions, with values as parameters', () => {
    const filter = { action: 'a', actor: 'b', target: 'c', from: 'd', to: 'e', search: "x'; DROP TABLE audit" }
    const { conditions, words, params } = buildConditions(filter)
    expect(conditions).toEqual(['action = $1', 'actor_id = $2', 'target_id = $3', 'at >= $4', 'at < $5'])
    expect(words.join(' ')).not.toContain('DROP')
    expect(params).toHaveLength(conditions.length + words.length)
  })
})
