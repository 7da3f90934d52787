import type { components, paths } from './openapi.ts'

type Schemas = components['schemas']
export type Album = Schemas['Album']
export type Image = Schemas['Image']
export type Manifest = Schemas['Manifest']
export type Share = Schemas['Share']
export type Tag = Schemas['Tag']
export type Token = Schemas['Token']
export type Webhook = Schemas['Webhook']
export type WebhookEventType = Schemas['WebhookEvent']
export type Delivery = Schemas['Delivery']
export type UploadProgress = Schemas['UploadProgress']

export type Method = 'get' | 'post' | 'patch' | 'delete'
export type Path = keyof paths
type Json<C> = C extends { content: { 'application/json': infer A } } ? A : never
type Responses<P extends Path, M extends Method> = paths[P][M] extends { responses: infer R } ? R : never
/** The response of a call in the API document. */
export type Answer<P extends Path, M extends Method> =
  Responses<P, M> extends infer R
    ? Json<R extends { 200: infer A } ? A : R extends { 201: infer A } ? A : never>
    : never
/** The query of a call. */
export type Query<P extends Path, M extends Method> = paths[P][M] extends { parameters: { query?: infer Q } }
  ? NonNullable<Q>
  : never
/** The JSON body of a call. */
export type Body<P extends Path, M extends Method> = paths[P][M] extends { requestBody?: infer B }
  ? Json<NonNullable<B>>
  : never
