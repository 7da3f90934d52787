import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { jest } from '@jest/globals'
import { errors } from '@daymark/contracts'
import { Clock } from '@daymark/platform'
import type { Request, Response } from 'express'
import { Cookies } from '../../session/cookies.ts'
import { VisitorPictures } from '../media.controllers.ts'
import type { VariantLocations } from '../variant-locations.ts'
import { ActiveVisitorDownloads } from './active-visitor-downloads.ts'
import type { LinkAccess } from './link-access.ts'
import type { WatermarkedFileLocator } from './watermarked.ts'

function createResponse(): ServerResponse {
  const socket = new Socket()
  const response = new ServerResponse(new IncomingMessage(socket))
  response.assignSocket(socket)
  return response
}

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** Begins a download. The gallery changes afterwards, so another check of its files would fail. */
async function beginDownload() {
  const link = { isRevoked: false }
  const checkAccess = async () => {
    if (link.isRevoked) throw errors.SHARE_GONE()
    return { expiresAt: null, watermark: false }
  }
  const downloads = new ActiveVisitorDownloads(new Clock(), { checkAccess } as unknown as LinkAccess)
  const response = createResponse()
  let isBegun = false
  await downloads.begin({
    response,
    proof: { token: 'token' },
    authorize: async () => {
      if (isBegun) throw errors.CONFLICT({ reason: 'The gallery has changed.' })
      isBegun = true
      return { linkId: 'link', expiresAt: null, watermark: false }
    },
    contains: () => true,
  })
  return { response, link }
}

it('rule 33 a download ends within seconds after its link is revoked, even if the event is lost', async () => {
  const { response, link } = await beginDownload()
  link.isRevoked = true
  await jest.advanceTimersByTimeAsync(5000)
  expect(response.destroyed).toBe(true)
})

it('a download continues while the link is open, although the gallery has changed', async () => {
  const { response } = await beginDownload()
  await jest.advanceTimersByTimeAsync(60_000)
  expect(response.destroyed).toBe(false)
})

it('rule 33 a picture in transfer ends when its photo is deleted, but not when another photo is deleted', async () => {
  const links = { checkAccess: async () => ({}) } as unknown as LinkAccess
  const file = { photoId: 'photo', linkId: 'link', watermark: false }
  const locations = { findInGallery: async () => file } as unknown as VariantLocations
  const watermarked = { forVisitor: async () => file } as unknown as WatermarkedFileLocator
  const downloads = new ActiveVisitorDownloads(new Clock(), links)
  const pictures = new VisitorPictures(links, locations, new Cookies(undefined), downloads, watermarked)
  const [request, response] = [{ headers: {} } as Request, createResponse()]
  await pictures.find({ token: 'token', size: 'lg', name: 'beach' }, request, response as Response)
  downloads.endDownloadsOfPhoto('another photo')
  expect(response.destroyed).toBe(false)
  downloads.endDownloadsOfPhoto('photo')
  expect(response.destroyed).toBe(true)
})
