/** Where batches are sent, whose bodies may be compressed with gzip. Apart from their schemas, for a start without those. */
export const BATCH_PATH = '/api/batch'
