import type { http } from '@daymark/contracts'
import { useCached } from '../../domain/cache/use-cached.ts'
import { accountAnalyticsQuery, subscriptionQuery, subscriptionUsageQuery } from '../../domain/plan/plan.queries.ts'
import { pluralize } from '../../lib/format/numbers.ts'
import { Link } from '../../lib/router.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { LockedRow, SettingsRow, SettingsSection } from './frame/settings-section.tsx'
import { LIBRARY_EXPORT_URL } from './account-deletion/account-deletion.actions.ts'

const ManageLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={buttonClass({})}>
    {children}
  </Link>
)

const describeAlbumUsage = ({ count, limit }: http.SubscriptionUsage['albums']) =>
  limit === null ? pluralize(count, 'album') : `${count} of ${pluralize(limit, 'album')} of your plan`

function WatermarkRow() {
  const { data: plan } = useCached(subscriptionQuery())
  if (plan?.features.includes('watermarks') === false)
    return <LockedRow label="Watermark">Your name or logo on the photos of your galleries.</LockedRow>
  return (
    <SettingsRow label="Watermark" hint="Your name or logo on the photos of your galleries.">
      <ManageLink to="/watermark">Edit Watermark</ManageLink>
    </SettingsRow>
  )
}

/** Links to the screens for photos, albums, tags, shares and the trash. */
export function PhotosSection() {
  const { data: usage } = useCached(subscriptionUsageQuery())
  const { data: analytics } = useCached(accountAnalyticsQuery())
  return (
    <SettingsSection description="Storage, export and deleted photos.">
      <SettingsRow label="Photos" hint={usage && pluralize(usage.images.count, 'photo')}>
        <ManageLink to="/photos">Manage Photos</ManageLink>
      </SettingsRow>
      <SettingsRow label="Albums" hint={usage && describeAlbumUsage(usage.albums)}>
        <ManageLink to="/albums">Manage Albums</ManageLink>
      </SettingsRow>
      <SettingsRow label="Tags" hint={analytics && pluralize(analytics.totalTags, 'tag')}>
        <ManageLink to="/tags">Manage Tags</ManageLink>
      </SettingsRow>
      <SettingsRow label="Share links" hint={usage && pluralize(usage.shares.count, 'link')}>
        <ManageLink to="/shares">Manage Shares</ManageLink>
      </SettingsRow>
      <SettingsRow label="Trash" hint="Recently deleted items can be restored.">
        <ManageLink to="/trash">Open Trash</ManageLink>
      </SettingsRow>
      <WatermarkRow />
      <SettingsRow
        label="Download everything"
        hint="One ZIP with a folder for each album, titles and tags next to the photos, and library.json with all other data. Interrupted downloads can be resumed."
      >
        <a href={LIBRARY_EXPORT_URL} download className={buttonClass({})}>
          Download Everything
        </a>
      </SettingsRow>
    </SettingsSection>
  )
}
