type Placed = { takenAt: number | null; section: number }

/**
 * The photos that would have to move to sort each section by capture time: those outside of a longest ascending subsequence. Empty
 * for a descending section and for one that mostly ignores time, because such an order is intended.
 */
export function outOfOrder<T extends Placed>(photos: T[]): T[] {
  const sections = Map.groupBy(
    photos.filter(({ takenAt }) => takenAt !== null),
    ({ section }) => section,
  )
  return [...sections.values()].flatMap(misplaced)
}

const time = ({ takenAt }: Placed): number => takenAt ?? 0

function misplaced<T extends Placed>(photos: T[]): T[] {
  const isFalling = photos.every((photo, at) => at === 0 || time(photo) <= time(photos[at - 1] ?? photo))
  if (isFalling) return []
  const kept = longestAscending(photos.map(time))
  const out = photos.filter((_, at) => !kept.has(at))
  return out.length * 2 < photos.length ? out : []
}

/** The indexes of a longest non-descending subsequence, in O(n log n). */
function longestAscending(numbers: number[]): Set<number> {
  /** For each length the index of the smallest number that ends such a subsequence, and the predecessor of each number. */
  const ends: number[] = []
  const before: (number | undefined)[] = []
  numbers.forEach((number, at) => {
    const length = firstAbove(ends, numbers, number)
    before[at] = ends[length - 1]
    ends[length] = at
  })
  const rise = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = before[at]) rise.add(at)
  return rise
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
