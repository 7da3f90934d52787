type TimedPhoto = { takenAt: number | null; section: number }

/**
 * The photos that would have to move to sort each section by capture time: those outside of a longest ascending subsequence. Empty
 * for a descending section and for one that mostly ignores time, because such an order is intended.
 */
export function outOfOrder<T extends TimedPhoto>(photos: T[]): T[] {
  const sections = Map.groupBy(
    photos.filter(({ takenAt }) => takenAt !== null),
    ({ section }) => section,
  )
  return [...sections.values()].flatMap(misplaced)
}

const time = ({ takenAt }: TimedPhoto): number => takenAt ?? 0

function misplaced<T extends TimedPhoto>(photos: T[]): T[] {
  const isDescending = photos.every((photo, at) => at === 0 || time(photo) <= time(photos[at - 1] ?? photo))
  if (isDescending) return []
  const ascending = longestAscending(photos.map(time))
  const misplacedPhotos = photos.filter((_, at) => !ascending.has(at))
  return misplacedPhotos.length * 2 < photos.length ? misplacedPhotos : []
}

/** The indexes of a longest non-descending subsequence. Takes O(n log n). */
function longestAscending(numbers: number[]): Set<number> {
  /** `ends`: for each length, the index of the smallest number that ends such a subsequence; `before`: the predecessor of each number. */
  const ends: number[] = []
  const before: (number | undefined)[] = []
  numbers.forEach((number, at) => {
    const length = firstAbove(ends, numbers, number)
    before[at] = ends[length - 1]
    ends[length] = at
  })
  const indexes = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = before[at]) indexes.add(at)
  return indexes
}

function firstAbove(ends: number[], numbers: number[], number: number): number {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[ends[middle] ?? 0] ?? 0) <= number) low = middle + 1
    else high = middle
  }
  return low
}
