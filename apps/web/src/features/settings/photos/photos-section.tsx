import type { http } from '@daymark/contracts'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { accountAnalytics, subscriptionUsage } from '../../../domain/plan/account.queries.ts'
import { subscription } from '../../../domain/plan/subscription.queries.ts'
import { counted } from '../../../lib/format/counted.ts'
import { Link } from '../../../lib/router.ts'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { LockedRow } from '../frame/locked-row.tsx'
import { SettingsRow } from '../frame/settings-row.tsx'
import { SettingsSection } from '../frame/settings-section.tsx'
import { exportAddress } from './export.queries.ts'

const Manage = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={buttonClass({})}>
    {children}
  </Link>
)

const albumsUsed = ({ count, limit }: http.SubscriptionUsage['albums']) =>
  limit === null ? counted(count, 'album') : `${count} of ${counted(limit, 'album')} of your plan`

function Watermark() {
  const { data: plan } = useCached(subscription())
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
  const { data: usage } = useCached(subscriptionUsage())
  const { data: analytics } = useCached(accountAnalytics())
  return (
    <SettingsSection about="Storage, export and deleted photos.">
      <SettingsRow label="Photos" hint={usage && counted(usage.images.count, 'photo')}>
        <Manage to="/photos">Manage Photos</Manage>
      </SettingsRow>
      <SettingsRow label="Albums" hint={usage && albumsUsed(usage.albums)}>
        <Manage to="/albums">Manage Albums</Manage>
      </SettingsRow>
      <SettingsRow label="Tags" hint={analytics && counted(analytics.totalTags, 'tag')}>
        <Manage to="/tags">Manage Tags</Manage>
      </SettingsRow>
      <SettingsRow label="Share links" hint={usage && counted(usage.shares.count, 'link')}>
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
