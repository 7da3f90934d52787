import { computePositions } from './positions.ts'

const at = (id: string, position: number) => ({ id, position })
const before = [at('1', 1024), at('2', 2048), at('3', 3072)]
const found = (order: string, moved: string, items = before) =>
  order.split(' ').map(id => computePositions(order.split(' '), items, new Set(moved.split(' '))).get(id))

describe('positions in an album', () => {
  it('rule 114: items that did not move keep their positions; a moved item is placed between its neighbors', () => {
    expect(found('1 A 2 3', 'A')).toEqual([1024, 1536, 2048, 3072])
    expect(found('2 3 1', '1')).toEqual([2048, 3072, 4096])
    expect(found('3 1 2', '3')).toEqual([0, 1024, 2048])
    expect(found('1 x y 2 3', 'x y')).toEqual([1024, 1024 + 1024 / 3, 1024 + 2048 / 3, 2048, 3072])
  })
  it('are all renumbered when all items move or there is no room', () => {
    expect(found('3 2 1', '1 2 3')).toEqual([1024, 2048, 3072])
    expect(found('1 A 2', 'A', [at('1', 5), at('2', 5.001)])).toEqual([1024, 2048, 3072])
    expect(found('1 A 2', 'A', [at('1', 5), at('2', 5)])).toEqual([1024, 2048, 3072])
    expect(found('A', 'A', [])).toEqual([1024])
  })
})
