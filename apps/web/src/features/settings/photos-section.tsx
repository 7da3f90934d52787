import type { http } from '@daymark/contracts'
import { useCached } from '../../domain/cache/use-cached.ts'
import { accountAnalyticsQuery, subscriptionQuery, subscriptionUsageQuery } from '../../domain/plan/plan.queries.ts'
import { pluralize } from '../../lib/format/numbers.ts'
import { Link } from '../../lib/router.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { LockedRow, SettingsRow } from './frame/settings-row.tsx'
import { SettingsSection } from './frame/settings-section.tsx'
import { exportAddress } from './account-deletion/account-deletion.actions.ts'

const Manage = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={buttonClass({})}>
    {children}
  </Link>
)

const albumsUsed = ({ count, limit }: http.SubscriptionUsage['albums']) =>
  limit === null ? pluralize(count, 'album') : `${count} of ${pluralize(limit, 'album')} of your plan`

function Watermark() {
  const { data: plan } = useCached(subscriptionQuery())
  if (plan?.limits.canUseWatermarks === false)
    return <LockedRow label="Watermark">Your name or logo on the photos of your galleries.</LockedRow>
  return (
    <SettingsRow label="Watermark" hint="Your name or logo on the photos of your galleries.">
      <Manage to="/watermark">Edit Watermark</Manage>
    </SettingsRow>
  )
}

/** Links to the management of photos, albums and tags. */
export function PhotosSection() {
  const { data: usage } = useCached(subscriptionUsageQuery())
  const { data: analytics } = useCached(accountAnalyticsQuery())
  return (
    <SettingsSection about="Storage, export and deleted photos.">
      <SettingsRow label="Photos" hint={usage && pluralize(usage.images.count, 'photo')}>
        <Manage to="/photos">Manage Photos</Manage>
      </SettingsRow>
      <SettingsRow label="Albums" hint={usage && albumsUsed(usage.albums)}>
        <Manage to="/albums">Manage Albums</Manage>
      </SettingsRow>
      <SettingsRow label="Tags" hint={analytics && pluralize(analytics.totalTags, 'tag')}>
        <Manage to="/tags">Manage Tags</Manage>
      </SettingsRow>
      <SettingsRow label="Share links" hint={usage && pluralize(usage.shares.count, 'link')}>
        <Manage to="/shares">Manage Shares</Manage>
      </SettingsRow>
      <SettingsRow label="Trash" hint="Recently deleted items can be restored.">
        <Manage to="/trash">Open Trash</Manage>
      </SettingsRow>
      <Watermark />
      <SettingsRow
        label="Download everything"
        hint="One ZIP with a folder for each album, titles and tags next to the photos, and library.json with all other data. Interrupted downloads can be resumed."
      >
        <a href={exportAddress} download className={buttonClass({})}>
          Download Everything
        </a>
      </SettingsRow>
    </SettingsSection>
  )
}
