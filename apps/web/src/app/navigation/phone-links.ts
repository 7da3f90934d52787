import { FolderOpen, Heart, Images, KeyRound, Link2, Settings, Stamp, Tags } from 'lucide-react'

/** The navigation links of a phone, in the order of the specification. */

/** L-NAV-05 */
export const BOTTOM_LINKS = [
  { to: '/photos', label: 'Photos', Icon: Images },
  { to: '/albums', label: 'Albums', Icon: FolderOpen },
  { to: '/shares', label: 'Shares', Icon: Link2 },
]
/** L-NAV-07 */
export const SIDE_LINKS = [
  { to: '/favorites', label: 'Favorites', Icon: Heart },
  { to: '/watermark', label: 'Watermark', Icon: Stamp },
  { to: '/tags', label: 'Tags', Icon: Tags },
  { to: '/settings', label: 'Settings', Icon: Settings },
  { to: '/developers', label: 'Developers', Icon: KeyRound },
]
