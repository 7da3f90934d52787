/** Counts of each measurement (issue 2, section 5). */
export const FULL = {
  photos: { rounds: 3, each: 60, small: 300, clients: 4 },
  upload: { rounds: 5, each: 48, clients: 4, largeMb: 2048 },
  pages: { small: 1000, large: 100_000, rounds: 5, each: 150 },
  longLists: { small: 10_000, large: 1_000_000, rounds: 5, each: 60 },
  massWrites: { photos: 1_000_000, rounds: 7, each: 1000 },
  variants: { rounds: 5, seconds: 3, photos: 60, connections: 16 },
  watermark: { rounds: 5, photos: 60, clients: 2 },
  zip: { rounds: 5, files: 200 },
  encryption: { rounds: 5, files: 60, photos: 40, each: 24 },
  export: { photos: 50_000, rounds: 3 },
  growth: { photos: 1000 },
  bulk: { rounds: 3 },
  analytics: { visits: 100_000, rounds: 3, each: 100 },
  shares: { albums: 500, links: 2000, each: 200 },
  picks: { each: 200 },
  accounts: { users: 100_000, photos: 100_000, links: 2000, rounds: 3, each: 100 },
  v1: { photos: 100_000, albums: 5000, rounds: 5, each: 100 },
  webhooks: { rounds: 3, each: 2000, slow: 10_000, events: 100 },
  webhookCost: { rounds: 7, each: 150 },
  sync: { photos: 10_000 },
  thumbnails: { rounds: 3, photos: 1000, clients: 8 },
  gallery: { each: 60 },
  visitors: { visitors: 200, alone: 8 },
  telemetry: { rounds: 40, each: 150, clients: 8 },
  web: { rounds: 5 },
  phone: { rounds: 5 },
  start: { rounds: 3 },
}

export const QUICK = {
  photos: { rounds: 2, each: 12, small: 60, clients: 4 },
  upload: { rounds: 2, each: 16, clients: 4, largeMb: 512 },
  pages: { small: 1000, large: 20_000, rounds: 3, each: 50 },
  longLists: { small: 10_000, large: 200_000, rounds: 3, each: 40 },
  massWrites: { photos: 500_000, rounds: 3, each: 1000 },
  variants: { rounds: 2, seconds: 1, photos: 20, connections: 16 },
  watermark: { rounds: 3, photos: 24, clients: 2 },
  zip: { rounds: 2, files: 40 },
  encryption: { rounds: 3, files: 20, photos: 16, each: 12 },
  export: { photos: 10_000, rounds: 2 },
  growth: { photos: 200 },
  bulk: { rounds: 1 },
  analytics: { visits: 10_000, rounds: 1, each: 50 },
  shares: { albums: 500, links: 2000, each: 30 },
  picks: { each: 50 },
  accounts: { users: 20_000, photos: 20_000, links: 2000, rounds: 1, each: 50 },
  v1: { photos: 20_000, albums: 2000, rounds: 3, each: 50 },
  webhooks: { rounds: 1, each: 500, slow: 10_000, events: 30 },
  webhookCost: { rounds: 3, each: 60 },
  sync: { photos: 500 },
  thumbnails: { rounds: 1, photos: 1000, clients: 8 },
  gallery: { each: 20 },
  visitors: { visitors: 60, alone: 4 },
  telemetry: { rounds: 12, each: 100, clients: 8 },
  web: { rounds: 1 },
  phone: { rounds: 3 },
  start: { rounds: 1 },
}

export const MB = 1e6

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)]
}

/**
 * Alternates reference and product, so that other load on the machine affects both equally. Each product round is divided by its
 * reference round; the median of these ratios is the result.
 */
export async function alternate(rounds, reference, product) {
  const pairs = []
  for (let round = 0; round < rounds; round++) {
    const pair = { reference: await reference(round), product: await product(round) }
    pairs.push(pair)
  }
  return {
    reference: median(pairs.map(pair => pair.reference)),
    product: median(pairs.map(pair => pair.product)),
    ratio: median(pairs.map(pair => pair.product / pair.reference)),
    ratios: pairs.map(pair => pair.product / pair.reference),
  }
}
