import { FolderOpen, Images } from 'lucide-react'

/** A link appears here when its screen exists. */
export const TOP_LINKS = [
  { to: '/photos', label: 'Photos' },
  { to: '/albums', label: 'Albums' },
]
export const BOTTOM_LINKS = [
  { to: '/photos', label: 'Photos', Icon: Images },
  { to: '/albums', label: 'Albums', Icon: FolderOpen },
]
