export { PicksBar } from './picks-bar.tsx'
export { TilePick } from './tile-pick.tsx'
export { ViewerPick } from './viewer-pick.tsx'
