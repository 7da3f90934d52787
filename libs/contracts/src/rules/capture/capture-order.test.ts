import type { Capture } from './capture.ts'
import {
  sortByCaptureTime,
  type CapturedPhoto,
  insertByCaptureTime,
  captureInstant,
  findUsualOffsets,
} from './capture-order.ts'

const photo = (id: string, time?: string, overrides: Capture & { name?: string } = {}): CapturedPhoto => {
  const { name = `${id}.jpg`, ...capture } = overrides
  return { id, name, capture: { camera: 'one', ...(time && { time }), ...capture } }
}
/** A time on the day of the tests. */
const toTime = (clock: string) => `2025-05-09T${clock}`
const orderOf = (photos: CapturedPhoto[], clocks = {}) => sortByCaptureTime([photos], clocks)[0]?.join(' ')

describe('captureOrder', () => {
  it('rule 137 sorts by time with fractions, then by natural file name order, then by id', () => {
    const burst = ['44.1', '44.09', '44', '44.100000001', '44.100000000'].map((at, n) =>
      photo(`${n}`, toTime(`11:38:${at}`)),
    )
    expect(orderOf(burst)).toBe('2 1 0 4 3')
    const simultaneous = [['b', 'IMG_10'], ['c', 'IMG_9'], ['a', 'IMG_9']].map(([id = '', name]) => photo(id, toTime('11:00:00'), { name })) // prettier-ignore
    expect(orderOf(simultaneous)).toBe('a c b')
  })

  it('rule 137 keeps photos without a time at the end in their current order', () => {
    expect(orderOf([photo('x'), photo('b', toTime('12:00:00')), photo('y'), photo('a', toTime('11:00:00'))])).toBe(
      'a b x y',
    )
  })

  it('rule 137 applies UTC offsets: over midnight, over daylight saving time, west of Greenwich, in the year 1', () => {
    const photos = [
      photo('tokyo', '2025-05-10T00:30:00', { offset: '+09:00' }), // 15:30 UTC the day before
      photo('berlin', '2025-05-09T17:00:00', { offset: '+02:00' }), // 15:00
      photo('newfoundland', '2025-05-09T12:45:00', { offset: '-02:30' }), // 15:15
      photo('winter', '2025-03-30T01:59:59', { offset: '+01:00' }),
      photo('summer', '2025-03-30T03:00:00', { offset: '+02:00' }), // a second later
      photo('one', '0001-01-01T00:00:00', { offset: '+14:00' }),
    ]
    expect(orderOf(photos)).toBe('one winter summer berlin newfoundland tokyo')
  })

  it('rule 137 uses the most common offset of the camera, else of the album, else UTC for times without offset', () => {
    const phone = { camera: 'phone', offset: '+02:00' }
    const photos = [
      photo('p1', toTime('15:00:00'), phone),
      photo('p2', toTime('15:20:00'), phone),
      photo('camera', toTime('15:10:00')),
    ]
    expect(orderOf(photos)).toBe('p1 camera p2')
    const otherZonePhotos = [
      photo('gps', toTime('09:00:00'), { gpsOffset: '-04:00' }),
      photo('no offset', toTime('09:05:00')),
    ]
    const usual = findUsualOffsets([...photos, ...otherZonePhotos])
    expect(usual.byCamera.get('one')).toBe('-04:00')
    expect(captureInstant(otherZonePhotos[1] as CapturedPhoto, usual, {})).toEqual({
      ms: Date.UTC(2025, 4, 9, 13, 5),
      restNanoseconds: 0,
    })
    expect(findUsualOffsets([photo('a', toTime('10:00:00'))]).all).toBe('+00:00')
  })

  it('rule 138 corrects camera clocks and sorts each section separately', () => {
    const fromSecondCamera = { camera: 'two' }
    const photos = [
      photo('a', toTime('12:00:00')),
      photo('b', toTime('12:10:00')),
      photo('c', '2020-01-01T00:05:00', fromSecondCamera),
      photo('d', '2020-01-01T00:15:00', fromSecondCamera),
    ]
    const clocks = { two: Date.UTC(2025, 4, 9, 12) - Date.UTC(2020, 0, 1) }
    expect(orderOf(photos, clocks)).toBe('a c b d')
    const [a, b, c, d] = photos as [CapturedPhoto, CapturedPhoto, CapturedPhoto, CapturedPhoto]
    expect(sortByCaptureTime([[d, b], [], [c, a]], clocks)).toEqual([['b', 'd'], [], ['a', 'c']])
  })
})

describe('insertByCaptureTime', () => {
  const existing = [
    photo('a', toTime('10:00:00')),
    photo('b', toTime('12:00:00')),
    photo('c', toTime('14:00:00')),
    photo('x'),
  ]
  const insertInto = (order: string, ...added: CapturedPhoto[]) => {
    const addedIds = new Set(added.map(({ id }) => id))
    return insertByCaptureTime(order.split(' '), [...existing, ...added], addedIds, {}).order.join(' ')
  }

  it('rule 139 inserts each photo after the latest earlier one, in its section, or before the first', () => {
    const added = [photo('l', toTime('13:30:00')), photo('k', toTime('13:00:00')), photo('0', toTime('09:00:00'))]
    expect(insertInto('H1 a b H2 c x 0 k l', ...added)).toBe('H1 0 a b k l H2 c x')
    expect(insertInto('c x H1 b a k', photo('k', toTime('13:00:00')))).toBe('c x H1 b k a')
  })
  it('rule 139 does not move photos without a time', () => {
    expect(insertInto('a b c x n', photo('n'))).toBe('a b c x n')
    const alone = insertByCaptureTime(['x', 'n'], [photo('x'), photo('n', toTime('10:00:00'))], new Set(['n']), {})
    expect(alone.order).toEqual(['x', 'n'])
  })
  it('rule 139 orders added photos among themselves if no existing photo has a time', () => {
    const added = [photo('n', toTime('11:00:00')), photo('m', toTime('10:00:00'))]
    expect(insertByCaptureTime(['n', 'm'], added, new Set(['n', 'm']), {}).order).toEqual(['m', 'n'])
  })
})
