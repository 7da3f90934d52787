import { supportMail } from '../../lib/support.ts'

/** In the order of the specification, as in phone-links.ts. */

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
  { to: supportMail(), label: 'Support' },
  { to: '/developers', label: 'API' },
]
