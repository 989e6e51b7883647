/** What a browser may do with a picture wherever it is opened: show it and nothing else. */
export const PICTURE_HEADERS = {
  'content-type': 'image/jpeg',
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
} as const
