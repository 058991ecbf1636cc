// a bundle of its own: the SDK is loaded by nobody but who sends records
export { openShipper } from '../../otlp/shipper.ts';
