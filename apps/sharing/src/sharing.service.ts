import {
  defineService,
  discover,
  FailuresTable1700000000002,
  DeleteOldFailures,
  SavePlan,
  type Resources,
} from '@daymark/platform'
import { archivedAccount } from './archive/archived-account.ts'
import { SharingConfig, TrashConfig } from './config.ts'
import { presetsLockKey } from './links/presets/presets.ts'
import { brandLockKey } from './sites/brands/brands.handlers.ts'
import { studioPageLockKey } from './sites/studio-pages/studio-page-changes.ts'

/** SQL for the version of a studio page, which includes the versions of the links that it lists. */
const STUDIO_PAGE_VERSION = `studio_pages.xmin::text || coalesce(
  (SELECT string_agg(l.xmin::text, ' ' ORDER BY l.id) FROM links l WHERE l.owner_id = $1 AND l.studio_position IS NOT NULL), '')`

/** The rows whose versions are compared in conditional requests (If-Match). */
const sharingResources: Resources = {
  // the studio page must be locked before its links, never after them
  link: { table: 'links', id: 'id', owner: 'owner_id', lock: studioPageLockKey },
  'upload-link': { table: 'upload_links', id: 'id', owner: 'owner_id' },
  preset: { table: 'presets', id: 'id', owner: 'owner_id', lock: presetsLockKey },
  brand: { table: 'brands', owner: 'owner_id', lock: brandLockKey },
  domain: { table: 'domains', owner: 'owner_id' },
  'studio-page': { table: 'studio_pages', owner: 'owner_id', lock: studioPageLockKey, version: STUDIO_PAGE_VERSION },
}

const discovered = await discover(import.meta.dirname)

export const sharingService = defineService({
  ...discovered,
  name: 'sharing',
  archive: archivedAccount,
  configs: [SharingConfig, TrashConfig],
  migrations: [FailuresTable1700000000002, ...discovered.migrations],
  resources: sharingResources,
  subscribers: [...discovered.subscribers, SavePlan],
  jobs: [...discovered.jobs, DeleteOldFailures],
})
