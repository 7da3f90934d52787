export { CommentsButton } from './comments-panel.tsx'
export { CommentsPanel } from './comments-panel.tsx'
export { PhotoMarkers } from './photo-markers.tsx'
export { TileComments } from './tile-comments.tsx'
