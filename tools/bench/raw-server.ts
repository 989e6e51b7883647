import { appendFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { coldPage, coldWorker } from './raw-cold-start.ts'

/**
 * The minimal server for the reference: `POST /store` appends the body to a file and sends it to everyone listening on
 * `GET /events`; `GET /cold` is a page that reads today's rows and shows them, with a worker that stores it on the
 * device.
 */
export interface RawServer {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

export async function startRawServer(file: string): Promise<RawServer> {
  const listeners = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    answer(request, response, file, listeners).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  // Longer than any pause between two requests: a socket that closes just as it is reused fails the request.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The raw server has no port')
  return {
    url: `http://localhost:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  listeners: Set<ServerResponse>,
): Promise<void> {
  const send = (type: string, text: string) => response.writeHead(200, { 'content-type': type }).end(text)
  switch (`${request.method} ${request.url}`) {
    case 'POST /store': {
      const body = await textOf(request)
      await appendFile(file, `${body}\n`)
      send('text/plain', 'stored')
      for (const listener of listeners) listener.write(`data: ${body}\n\n`)
      return
    }
    case 'GET /events':
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.write(': listening\n\n')
      listeners.add(response)
      response.on('close', () => listeners.delete(response))
      return
    case 'GET /cold':
      send('text/html', coldPage)
      return
    case 'GET /cold-worker.js':
      send('text/javascript', coldWorker)
      return
    default:
      send('text/html', '<!doctype html><title>raw</title>')
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
