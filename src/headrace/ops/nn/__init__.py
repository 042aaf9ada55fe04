"""Ops of neural networks: activations, windows (convolution, pooling), normalisation and losses."""
