import type { http, operations, Output } from '@daymark/contracts'
import type { Storage } from '@daymark/storage'

type Space = Awaited<ReturnType<NonNullable<Storage['space']>>>

type Figures = Output<typeof operations.getFigures>

/** Of who does not answer. */
const UNKNOWN = {
  identity: { users: null, activeWeek: null, activeMonth: null },
  library: { images: null, storage: null, uploadedWeek: null, albums: null, tags: null },
  sharing: { shares: null, views: null, sharesWeek: null },
}
const known = ({ identity, library, sharing }: Figures) => ({
  ...(identity && { identity }),
  ...(library && { library }),
  ...(sharing && { sharing }),
})

export function presentDashboard(of: Figures): http.Dashboard {
  const { identity, library, sharing } = { ...UNKNOWN, ...known(of) }
  return {
    users: { total_users: identity.users, active_week: identity.activeWeek, active_month: identity.activeMonth },
    images: { total_images: library.images, total_storage: library.storage, uploaded_week: library.uploadedWeek },
    albums: { total_albums: library.albums },
    tags: { total_tags: library.tags },
    shares: { total_shares: sharing.shares, total_views: sharing.views, shares_week: sharing.sharesWeek },
    notes: of.notes,
  }
}

/** What the system keeps for itself counts as used. */
export function presentDisk(space: Space | undefined): http.AdminHealth['diskUsage'] {
  if (!space) return { percentUsed: null, available: null, total: null, used: null }
  const { size: total, free: available } = space
  const used = total - available
  return { percentUsed: total > 0 ? Math.round((used / total) * 1000) / 10 : 0, available, total, used }
}
