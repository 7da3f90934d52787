import { supportMailtoUrl } from '../../lib/page-meta.ts'

/** The specification defines the order of these links. */

/** L-NAV-01 */
export const TOP_LINKS = [
  { to: '/photos', label: 'Photos' },
  { to: '/albums', label: 'Albums' },
  { to: '/tags', label: 'Tags' },
  { to: '/shares', label: 'Shares' },
  { to: '/watermark', label: 'Watermark' },
  { to: '/settings', label: 'Settings' },
  { to: '/developers', label: 'Developers' },
]
/** L-NAV-08 */
export const footerLinks = () => [
  { to: '/privacy', label: 'Privacy' },
  { to: '/security', label: 'Security' },
  { to: supportMailtoUrl(), label: 'Support' },
  { to: '/developers', label: 'API' },
]
